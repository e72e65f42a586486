import { useEffect, useState } from 'react';
import type { SignInDevice } from '../../../../../shared/contract/credentials.ts';
import { FormError } from '../../../design/form-result.tsx';
import { TimeAgo } from '../../../design/time-ago.tsx';
import { api } from '../../../platform/api/api.ts';
import { storedDeviceId } from '../../../platform/auth/stored-device.ts';
import { runtimeConfig } from '../../../platform/runtime-config.ts';
import { useAction } from '../../../platform/state/use-action.ts';
import { formatDateTime } from '../../../platform/text/format-time.ts';
import { describeDevice } from './describe-device.ts';
import { deviceTexts } from './device-texts.ts';
import { Section } from './section.tsx';
import { useUpdateSettings } from './sign-in-settings.ts';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';

/** The devices on which the member is signed in. Signs out another device, or all devices together. */
export function DevicesSection({ devices }: { devices: readonly SignInDevice[] }) {
  const ownId = useOwnDeviceId();
  const updateSettings = useUpdateSettings();
  const [resultText, setResultText] = useState<string>();
  const { run, isBusy, variables, error } = useAction({
    mutationFn: ({ id }: SignInDevice) => api.credentials.forgetDevice({ deviceId: id }),
    onMutate: () => setResultText(undefined),
    onSuccess: (_, { id, name }) => {
      updateSettings({ devices: devices.filter((device) => device.id !== id) });
      setResultText(deviceTexts.deviceSignedOut(describeDevice(name)));
    },
  });

  return (
    // After a success, the heading gets the focus, because the device's button has disappeared.
    <Section title={deviceTexts.devices} step={resultText ? undefined : 'list'} resultText={resultText}>
      <p className="soft">{devices.length > 0 ? deviceTexts.devicesLead : deviceTexts.noDevices}</p>
      {devices.length > 0 && (
        <ul className="security__devices">
          {devices.map((device) => (
            <Device
              key={device.id}
              device={device}
              isOwn={device.id === ownId}
              isBusy={isBusy}
              isSigningOut={isBusy && variables?.id === device.id}
              onSignOut={() => run(device)}
            />
          ))}
        </ul>
      )}
      <FormError text={error ? deviceTexts.signOutFailed(error.message) : undefined} />
      <SignOutEverywhere />
    </Section>
  );
}

interface DeviceProps {
  readonly device: SignInDevice;
  readonly isOwn: boolean;
  /** Whether any device is being signed out. */
  readonly isBusy: boolean;
  /** Whether this device is being signed out. */
  readonly isSigningOut: boolean;
  readonly onSignOut: () => void;
}

/** A device with its name, its times, and a button that signs it out. */
function Device({ device, isOwn, isBusy, isSigningOut, onSignOut }: DeviceProps) {
  const name = describeDevice(device.name);

  return (
    <li>
      <div>
        <p className="security__device-name" title={device.name}>
          {name} {isOwn && <span className="security__own">{deviceTexts.thisDevice}</span>}
        </p>
        <p className="soft">
          {deviceTexts.firstUsed} {formatDateTime(device.createdAt)}, {deviceTexts.lastUsed}{' '}
          <TimeAgo time={device.lastUsedAt} />
        </p>
      </div>
      {!isOwn && (
        <button
          type="button"
          className="button button--quiet button--small"
          aria-label={deviceTexts.signOutDevice(name)}
          aria-disabled={isBusy}
          onClick={onSignOut}
        >
          {isSigningOut ? deviceTexts.signingOut : deviceTexts.signOut}
        </button>
      )}
    </li>
  );
}

/** Returns Cognito's ID of this browser, if it is known. */
function useOwnDeviceId(): string | undefined {
  const [id, setId] = useState<string>();

  useEffect(() => {
    runtimeConfig()
      .then(({ userPoolClientId }) => setId(storedDeviceId(userPoolClientId)))
      .catch(console.error);
  }, []);

  return id;
}

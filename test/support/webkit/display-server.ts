import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { WEBKIT } from '../engines.ts';

const execFileAsync = promisify(execFile);

/** The X server's names of keys that have other names in Playwright. */
const X_KEYS: Readonly<Record<string, string>> = {
  Enter: 'Return',
  Space: 'space',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Control: 'ctrl',
  Shift: 'shift',
};

/** An X server without a screen. It sends real key presses, which scripts can't. */
export class DisplayServer {
  readonly #server: ChildProcess;
  /** Value of the environment variable `DISPLAY`. */
  readonly name: string;

  private constructor(server: ChildProcess, name: string) {
    this.#server = server;
    this.name = name;
  }

  /** Starts a server on a free display number. */
  static async start(): Promise<DisplayServer> {
    // With -displayfd, the server writes its number to descriptor 3 once it accepts connections.
    const server = spawn(WEBKIT.display, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    process.once('exit', () => server.kill());

    const displayNumber = await new Promise<string>((resolve, reject) => {
      server.stdio[3]!.once('data', (data) => resolve(String(data).trim()));
      server.once('error', reject);
      server.once('exit', (code) => reject(new Error(`The display server ended with code ${code}`)));
    });

    return new DisplayServer(server, `:${displayNumber}`);
  }

  /** Returns the ID of the window with this title, or undefined if the window isn't open yet. */
  async findWindow(title: string): Promise<string | undefined> {
    // The tool exits with an error if it finds nothing.
    const windowIds = await this.#control('search', '--onlyvisible', '--name', title).catch(() => '');
    return windowIds.trim().split('\n').at(-1) || undefined;
  }

  /** Gives a window the keyboard. */
  async focus(windowId: string): Promise<void> {
    await this.#control('windowraise', windowId, 'windowfocus', '--sync', windowId);
  }

  async resize(windowId: string, { width, height }: { width: number; height: number }): Promise<void> {
    await this.#control('windowsize', windowId, String(width), String(height));
  }

  /** Presses a key of Playwright's notation, such as "Shift+Enter". */
  async press(key: string): Promise<void> {
    const names = key.split('+').map((part) => X_KEYS[part] ?? part);
    await this.#control('key', names.join('+'));
  }

  stop(): void {
    this.#server.kill();
  }

  /** Runs a command of the input tool, and returns its output. */
  async #control(...command: string[]): Promise<string> {
    const { stdout } = await execFileAsync(WEBKIT.input, command, { env: { DISPLAY: this.name } });
    return stdout;
  }
}

/** Returns the names of files in a zip archive. Repeated names get numbers: "reef.png", "reef (2).png". */
export function zipNames(names: readonly string[]): string[] {
  // File systems of Windows and macOS don't distinguish these names.
  const fold = (name: string) => name.normalize('NFC').toLowerCase();
  const takenNames = new Set(names.map(fold));
  const usedNames = new Set<string>();

  return names.map((name) => {
    let uniqueName = name;
    for (
      let number = 2;
      usedNames.has(fold(uniqueName)) || (uniqueName !== name && takenNames.has(fold(uniqueName)));
      number++
    ) {
      uniqueName = addNumber(name, number);
    }
    usedNames.add(fold(uniqueName));
    return uniqueName;
  });
}

/** Returns "reef (2).png" for "reef.png". */
function addNumber(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const end = dot > 0 ? dot : name.length;
  return `${name.slice(0, end)} (${number})${name.slice(end)}`;
}

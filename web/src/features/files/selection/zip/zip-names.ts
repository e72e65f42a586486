/** Returns the names of files in a zip archive. Repeated names get numbers: "reef.png", "reef (2).png". */
export function buildZipNames(names: readonly string[]): string[] {
  // File systems of Windows and macOS don't distinguish names with the same result.
  const fold = (name: string) => name.normalize('NFC').toLowerCase();
  const originalNames = new Set(names.map(fold));
  const usedNames = new Set<string>();

  // A numbered name must also differ from the names of files that come later.
  const isTaken = (candidate: string, name: string) =>
    usedNames.has(fold(candidate)) || (candidate !== name && originalNames.has(fold(candidate)));

  return names.map((name) => {
    let uniqueName = name;
    for (let number = 2; isTaken(uniqueName, name); number += 1) uniqueName = addNumber(name, number);
    usedNames.add(fold(uniqueName));

    return uniqueName;
  });
}

/** Returns "reef (2).png" for "reef.png". */
function addNumber(name: string, number: number): string {
  const dotIndex = name.lastIndexOf('.');
  // A dot at the start, as in ".profile", begins no extension.
  const stemEnd = dotIndex > 0 ? dotIndex : name.length;
  return `${name.slice(0, stemEnd)} (${number})${name.slice(stemEnd)}`;
}

/** The file-type library. Import this file with `import()`: it has 75 KB. */
export { fileTypeFromBuffer } from 'file-type';

/**
 * Lets this process and its children keep their temporary files in memory, where there is room for them: a database costs a tenth of
 * the processor time that it costs on a disk. They are removed when this process ends, and those of killed processes at once.
 */
export function keepTemporaryFilesInMemory(): void;

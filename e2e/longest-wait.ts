/** A test waits this long for what it expects, in milliseconds: other programs may use the processor, too. */
export const longestWait = 200_000;

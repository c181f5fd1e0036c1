import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 collect garbage once the heap has grown by a fifth. Otherwise it waits until there is several times as much as lives,
 * for as long as the machine has memory.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=20');
}

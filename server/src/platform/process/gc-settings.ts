import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage once the heap has grown by a fifth. By default it waits until the heap is several times its live size.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=20');
}

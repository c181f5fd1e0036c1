/**
 * The first of `count` ports in a row, at most 31, on which nobody listens. No port is given out twice while the processes run
 * that asked: neither in one process nor in several side by side.
 */
export function freePorts(count: number): Promise<number>;

/** Whether nobody listens on a port of the loopback address. */
export function isFree(port: number): Promise<boolean>;

/**
 * The first of `count` consecutive free ports, at most 31. While the processes that asked are running, no port is given
 * out twice, neither in one process nor in several.
 */
export function freePorts(count: number): Promise<number>;

/** Whether a port of the loopback address is free. */
export function isFree(port: number): Promise<boolean>;

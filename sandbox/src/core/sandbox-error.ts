/** A request that the sandbox cannot fulfil (control API: `{error}` with this status). */
export class SandboxError extends Error {
  readonly status: 400 | 404 | 409 | 422;

  constructor(status: 400 | 404 | 409 | 422, message: string) {
    super(message);
    this.status = status;
  }
}

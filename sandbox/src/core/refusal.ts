/** What the sandbox cannot do as asked, in words for whoever asked (control API: `{error}` with this status). */
export class Refusal extends Error {
  readonly status: 400 | 404 | 409 | 422;

  constructor(status: 400 | 404 | 409 | 422, message: string) {
    super(message);
    this.status = status;
  }
}

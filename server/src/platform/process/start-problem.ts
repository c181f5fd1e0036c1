/** A problem at start that a person can solve; the message says how in plain sentences. */
export class StartProblem extends Error {}

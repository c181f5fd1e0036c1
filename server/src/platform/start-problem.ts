/** A condition of start-up that a person can put right; the message is one plain sentence or more that says how. */
export class StartProblem extends Error {}

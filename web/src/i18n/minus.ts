/** A number as it is shown: its minus sign is as wide as a plus. Only for screens: what is sent, parsed or exported keeps its hyphen. */
export const withMinus = (figure: string): string => figure.replace(/^-/, '−');

const signedFigures = new Intl.NumberFormat('en', { signDisplay: 'always' });

/** A difference, with its sign. */
export const signed = (units: number): string => withMinus(signedFigures.format(units));

// The web's folders, lowest first: each may import from those before it. Lint rules are generated from this list.
export const webLadder = ['i18n', 'api', 'ui', 'modules', 'app'];

/** @typedef {{ group?: string[], regex?: string, message: string }} Ban */
/** @typedef {{ selector: string, message: string }} SyntaxBan */

/**
 * What a file of a rung may not import, by how its imports are written. A folder's files are flat, so that `..` always
 * leaves the folder; no module imports another.
 * @param {number} rung
 */
function bans(rung) {
  const name = webLadder[rung] ?? '';
  const isModule = name === 'modules';
  const below = webLadder.slice(0, rung).join('|');
  const lower = `${isModule ? String.raw`\.\./\.\./` : String.raw`\.\./`}(${below})/`;
  const leaves = String.raw`^(\./)*\.\.(/|$)`;
  return {
    outside: below === '' ? leaves : `^(?!${lower})(\\./)*\\.\\.(/|$)`,
    roundabout: String.raw`[^.]/\.\.(/|$)`,
    message: isModule
      ? `A module imports from ${webLadder.slice(0, rung).join(', ')} and its own folder; where modules meet on a screen, app/screens puts them together.`
      : `${name} imports from ${below === '' ? 'no other folder' : below.replaceAll('|', ', ')}, and from its own.`,
  };
}

/**
 * One block for each rung but the highest, which may import all. Flat configuration replaces the options of a rule, so
 * each block repeats what holds for the whole web.
 * @param {{ imports: Ban[], syntax: SyntaxBan[] }} everywhere
 * @returns {{ files: string[], rules: import('eslint').Linter.RulesRecord }[]}
 */
export function webLadderRules({ imports, syntax }) {
  return webLadder.slice(0, -1).map((name, rung) => {
    const { outside, roundabout, message } = bans(rung);
    return {
      files: [`web/src/${name}/**/*.{ts,tsx}`],
      rules: {
        '@typescript-eslint/no-restricted-imports': [
          'error',
          {
            patterns: [
              ...imports,
              { regex: outside, message },
              { regex: roundabout, message: 'Write the short way.' },
            ],
          },
        ],
        'no-restricted-syntax': [
          'error',
          ...syntax,
          // What is loaded later is imported as well.
          {
            selector: `ImportExpression > Literal[value=/${outside.replaceAll('/', String.raw`\/`)}/]`,
            message,
          },
          { selector: 'ImportExpression > :not(Literal).source', message: 'Name the file that is loaded.' },
        ],
      },
    };
  });
}

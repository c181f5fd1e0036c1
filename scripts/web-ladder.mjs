// The web's folders, lowest first: each may import from those before it. Lint rules are generated from this list.
export const webLadder = ['i18n', 'api', 'ui', 'modules', 'app'];

/** @typedef {{ group?: string[], regex?: string, message: string }} Ban */
/** @typedef {{ selector: string, message: string }} SyntaxBan */

/**
 * What a file of a rung may not import, by how its imports are written. One `..` leaves a room and stays in its folder; another
 * leaves that, or the module. No module imports another.
 * @param {number} rung
 * @param {boolean} inRoom
 */
function bans(rung, inRoom) {
  const name = webLadder[rung] ?? '';
  const isModule = name === 'modules';
  const below = webLadder.slice(0, rung).join('|');
  const up = String.raw`\.\./`;
  const room = inRoom ? up : '';
  const lower = `${room}${isModule ? up : ''}${up}(${below})/`;
  const leaves = String.raw`(\./)*${room}\.\.(/|$)`;
  return {
    outside: below === '' ? `^${leaves}` : `^(?!${lower})${leaves}`,
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
  const kinds = webLadder
    .slice(0, -1)
    .flatMap((name, rung) => [false, true].map((inRoom) => ({ name, rung, inRoom })));
  return kinds.map(({ name, rung, inRoom }) => {
    const { outside, roundabout, message } = bans(rung, inRoom);
    return {
      files: [`web/src/${name}/${name === 'modules' ? '*/' : ''}${inRoom ? '*/' : ''}*.{ts,tsx}`],
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

import { readFileSync } from 'node:fs';
import { StartProblem } from './start-problem.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const SUFFIX = '_FILE';

/**
 * Puts the content of a file in the place of each setting whose `NAME_FILE` names one, without the line's end: how containers and
 * systemd hand over secrets.
 * @param names the settings there are
 * @throws StartProblem with one sentence for each file that cannot be used
 */
export function withFiles(environment: Environment, names: readonly string[]): Environment {
  const problems: string[] = [];
  const read = names.flatMap((name) => {
    const variable = `${name}${SUFFIX}`;
    const path = environment[variable] ?? '';
    if (path === '') return [];
    if ((environment[name] ?? '') !== '') {
      problems.push(`${name} and ${variable} are both set: set one of them.`);
      return [];
    }
    const content = contentOf(path);
    if (content === null || content === '') {
      problems.push(
        `${variable} is ${path}, which ${content === null ? 'cannot be read' : 'is empty'}: it must be a file with the value of ${name}.`,
      );
      return [];
    }
    return [[name, content] as const];
  });
  if (problems.length > 0) throw new StartProblem(problems.join('\n'));
  return { ...environment, ...Object.fromEntries(read) };
}

/** Null: it cannot be read. */
function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

// npm start: the demo, whole. Installs and builds what has changed, then runs server/dist/demo/demo.js in this process.
import { build, install, nodeProblem, Problem } from './steps.mjs';

const problem = nodeProblem(process.versions.node);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

const leave = () => {
  console.log('Stopped.');
  process.exit(0);
};
process.on('SIGINT', leave);
process.on('SIGTERM', leave);

try {
  await install();
  await build();
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(`\n${error.message}`);
  process.exit(1);
}

// From here on the program itself ends what it opened.
process.off('SIGINT', leave);
process.off('SIGTERM', leave);
await import(new URL('../server/dist/demo/demo.js', import.meta.url).href);

// What files of each kind may not import, and may not write. eslint.config.mjs says which files are of which kind.
import { ladder } from './ladder.mjs';

/**
 * A pattern of an import as it is written; `allowTypeImports`: types may be imported all the same.
 * @typedef {{ regex: string, message: string, allowTypeImports?: boolean }} Ban
 * @typedef {{ selector: string, message: string }} SyntaxBan
 * @typedef {{ workspace: 'contract' | 'connectors' | 'connectors test' | 'sandbox' | 'web' | null }} WorkspaceKind
 * @typedef {{ workspace: 'server', layer: string }} LayerKind
 * @typedef {{ workspace: 'server', module: string, inRoom: boolean, holds: 'work' | 'rules' | 'queries' }} ModuleKind
 * @typedef {WorkspaceKind | LayerKind | ModuleKind} Kind
 */

/** Files of server/src outside its modules, by what holds for them. */
export const serverKinds = {
  platform: ['server/src/platform/*/*.ts'],
  below: [
    'server/src/api/!(http-caught-mails|http-documents).ts',
    'server/src/{context,fingerprint-key,installation,job-binding,subscriptions}.ts',
  ],
  // Texts for developers and operators, in English alone.
  'below, in English': ['server/src/api/http-{caught-mails,documents}.ts', 'server/src/configuration.ts'],
  above: ['server/src/{commands,demo}/**/*.ts', 'server/src/{main,program,reseal,reseal-files,wiring}.ts'],
};

/** What decides without reading or writing, and so may be used by rules. */
const pure = ['time/days', 'time/time-spans', 'text/slug'];

/**
 * Imports of these packages, by name or by path.
 * @param {readonly string[]} names
 * @param {string} message
 * @returns {Ban}
 */
const workspaces = (names, message) => ({
  regex: `^@evenstock/(${names.join('|')})(/|$)|^\\..*/(${names.join('|')})/(src|dist)/`,
  message,
});

/**
 * Imports of these folders or files of server/src.
 * @param {readonly string[]} names
 * @param {string} message
 * @returns {Ban}
 */
const inServer = (names, message) => ({ regex: `^(\\.\\./)+(${names.join('|')})(/|\\.ts$)`, message });

const product = ['api', 'commands', 'configuration', 'context', 'demo', 'fingerprint-key', 'installation'];
const roof = ['commands', 'demo', 'main', 'program', 'reseal', 'reseal-files', 'testing', 'wiring'];
/** A room is left by one `..` and its module by two, which only holds of imports that are written the short way. @type {Ban} */
const shortWay = { regex: '[^.]/\\.\\.(/|$)', message: 'Write the short way.' };
const independent = 'Connectors and sandbox are two independent readings of each protocol.';

/** @type {Readonly<Record<string, readonly Ban[]>>} */
const workspaceBans = {
  contract: [
    workspaces(['connectors', 'sandbox', 'server', 'web'], 'The contract knows nobody.'),
    { regex: '^node:', message: 'The contract also runs in the browser.' },
  ],
  connectors: [workspaces(['sandbox', 'server', 'web'], independent)],
  'connectors test': [workspaces(['sandbox', 'server', 'web'], independent)],
  sandbox: [workspaces(['connectors', 'server', 'web'], independent)],
  web: [
    workspaces(['connectors', 'sandbox', 'server'], 'The web sees the contract alone.'),
    { regex: '^node:', message: 'The web runs in the browser.' },
  ],
};

/** @type {readonly Ban[]} */
const belowBans = [
  workspaces(['sandbox', 'web'], 'The program never needs what it is tried with.'),
  { regex: '^\\.{1,2}/modules/', message: 'Modules use this; it knows none of them.' },
  {
    regex: `^\\.{1,2}/(${roof.join('|')})(/|\\.ts$)`,
    message: 'It stands below what puts the program together.',
  },
];

/** @type {Readonly<Record<string, readonly Ban[]>>} */
const layerBans = {
  platform: [
    workspaces(['contract', 'connectors', 'sandbox', 'web'], 'The platform knows no product.'),
    { regex: '^\\.\\./\\.\\./(?!tables\\.ts$)', message: 'The platform knows no product.' },
    shortWay,
    // The database handle is typed by the tables, which are generated from the migrations.
    {
      regex: '^\\.\\./\\.\\./tables\\.ts$',
      message: 'The platform knows no product but the types of its tables.',
      allowTypeImports: true,
    },
  ],
  'platform test': [
    workspaces(['contract', 'connectors', 'sandbox', 'web'], 'The platform knows no product.'),
    inServer(['modules', 'wiring', 'program', ...product], 'The platform knows no product.'),
  ],
  below: belowBans,
  'below, in English': belowBans,
  above: [
    workspaces(['sandbox', 'web'], 'The program never needs what it is tried with.'),
    { regex: '^\\.{1,2}/testing/', message: 'The program never needs what it is tried with.' },
  ],
};

/**
 * What holds for all files of a module: nothing above it, and of those below only use cases, mails and job definitions.
 * @param {ModuleKind} kind
 * @returns {Ban[]}
 */
function ladderBans({ module, inRoom }) {
  const rung = ladder.indexOf(module);
  const above = ladder.slice(rung + 1);
  const below = ladder.slice(0, rung);
  const leaves = inRoom ? '^\\.\\./\\.\\./' : '^\\.\\./';
  /** @type {Ban[]} */
  const bans = [
    inServer(roof, 'A module knows what is below it.'),
    workspaces(['sandbox', 'web'], 'A module knows what is below it.'),
    ...(inRoom ? [shortWay] : []),
  ];
  if (above.length > 0)
    bans.push({
      regex: `${leaves}(.*/)?(${above.join('|')})/`,
      message: `${module} stands below on the ladder; send an event up by emit.`,
    });
  // Types of another module's rules are its own as well: they would tie both to one shape. Its use cases name what they take and give.
  if (below.length > 0)
    bans.push({
      regex: `${leaves}(.*/)?(${below.join('|')})/.*\\.(queries|rules|routes)\\.ts$`,
      message: 'Only its use cases: the queries, rules and routes of a module are its own.',
    });
  return bans;
}

/** Rules use rules and what is pure; of everything else they may know types. @type {readonly Ban[]} */
const rulesBans = [
  {
    regex: `^\\.(?!.*\\.rules\\.ts$)(?!.*/platform/(${pure.join('|')})\\.ts$)`,
    message: 'Rules decide; they read and write nothing.',
    allowTypeImports: true,
  },
  {
    regex: '^(node:|kysely$|pg$|fastify|@fastify/|graphile-worker)',
    message: 'Rules decide; they read and write nothing.',
    allowTypeImports: true,
  },
];

const sqlInQueries = 'SQL stands in *.queries.ts: call a query of this module.';

/** @type {Ban} */
const noSql = { regex: '^kysely(/|$)', message: sqlInQueries, allowTypeImports: true };

/** What a module's files of each kind may not import beside what the ladder forbids. @type {Readonly<Record<ModuleKind['holds'], readonly Ban[]>>} */
const holdingBans = { work: [noSql], rules: rulesBans, queries: [] };

/** @param {Kind} kind */
function allBansOf(kind) {
  if ('module' in kind) return [...ladderBans(kind), ...holdingBans[kind.holds]];
  if (kind.workspace === 'server') return layerBans[kind.layer] ?? [];
  return kind.workspace === null ? [] : (workspaceBans[kind.workspace] ?? []);
}

/**
 * What files of a kind may not import. The lint rule lets a type pass as soon as one pattern that matches allows types, whatever the
 * others say; so a pattern that allows types matches nothing that another refuses.
 * @param {Kind} kind
 * @returns {readonly Ban[]}
 */
export function bansOf(kind) {
  const bans = allBansOf(kind);
  const strict = bans.filter(({ allowTypeImports }) => allowTypeImports !== true).map(({ regex }) => regex);
  return bans.map((ban) =>
    ban.allowTypeImports === true && strict.length > 0
      ? { ...ban, regex: `(?!${strict.join('|')})(?:${ban.regex})` }
      : ban,
  );
}

/** @type {readonly SyntaxBan[]} */
const always = [
  { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that says it.' },
  { selector: 'ExportNamedDeclaration[source]', message: 'No barrels: import from the file that says it.' },
  {
    selector: "TSAsExpression > TSAsExpression[typeAnnotation.type='TSUnknownKeyword']",
    message: 'A cast through unknown silences the compiler: parse the value instead.',
  },
];

/** What the library's own dialogs leave out is added in one place. @type {readonly SyntaxBan[]} */
const ownDialogs = [
  {
    selector:
      "ImportDeclaration[source.value='antd'] > ImportSpecifier[imported.name=/^(Modal|Drawer)$/][local.name=/^(Modal|Drawer)$/]",
    message: 'Use Modal and Drawer of ui/dialogs/dialog.tsx, which give the focus back.',
  },
];

/** The simulation drives the clock, so product code asks the context's. @type {readonly SyntaxBan[]} */
const clockOfContext = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Ask ctx.clock for the time.',
  },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Ask ctx.clock for the time.',
  },
  {
    selector: String.raw`TemplateElement[value.raw=/\b(now\(\)|current_timestamp\b)/i]`,
    message: 'Ask ctx.clock for the time, not the database.',
  },
];

/** A transaction opened elsewhere is not retried. @type {readonly SyntaxBan[]} */
const oneTransaction = ['transaction', 'startTransaction'].map((name) => ({
  selector: `CallExpression[callee.property.name='${name}']`,
  message: 'Use inTransaction of platform/database/transaction.ts.',
}));

/** An access token may do less than its person. @type {readonly SyntaxBan[]} */
const abilitiesOfCaller = [
  {
    selector: "CallExpression[callee.name='storeAbilities']",
    message: 'Ask abilitiesIn of api/caller-abilities.ts, which knows the scopes of an access token.',
  },
];

/** @type {readonly SyntaxBan[]} */
const noDaysInUtc = [
  {
    selector:
      "CallExpression[callee.property.name=/^(slice|substring)$/][callee.object.callee.property.name='toISOString'][arguments.1.value=10]",
    message:
      'People read the day of their zone: dayOf of platform/time/days.ts, or of ui/values/time.rules.ts. Days in UTC: utcDay of the contract.',
  },
];

/** @type {readonly SyntaxBan[]} */
const noStatements = [
  {
    selector: `CallExpression[callee.property.name=/^(${[
      'selectFrom',
      'selectNoFrom',
      'insertInto',
      'replaceInto',
      'updateTable',
      'deleteFrom',
      'mergeInto',
      'with',
      'withRecursive',
    ].join('|')})$/]`,
    message: sqlInQueries,
  },
];

const noSentence = 'People read this: put the text in contract/src/messages and name its code.';
/** Three words or more that begin like a sentence, or two that end like one. Errors of ours and log lines are no texts for people. */
const sentence = String.raw`/^[A-Z][\w’']*,? [a-z’']+,? \S|[a-z]{2,},? [a-z]{2,}[.!?](?= |$)/`;
const forUs = [
  'NewExpression[callee.name=/^(?!Channel)\\w*(Error|StartProblem)$/] *',
  "CallExpression[callee.type='Super'] *",
  'CallExpression[callee.property.name=/^(info|warn|error|debug)$/] *',
];

/**
 * Texts of the server and its connectors for people are in the contract, by code.
 * @param {readonly string[]} exempt selectors of texts that are not for people
 * @returns {readonly SyntaxBan[]}
 */
const noSentences = (exempt) => [
  { selector: `Literal[value=${sentence}]:not(${exempt.join(', ')})`, message: noSentence },
  { selector: `TemplateElement[value.raw=${sentence}]:not(${exempt.join(', ')})`, message: noSentence },
];

/** A vendor's names of its states and fees, which are shown as the vendor has them. */
const vendorsNames = 'VariableDeclarator[id.name=/(Statuses|feeTypes)$/] *';

const shownAttributes = String.raw`JSXAttribute[name.name=/^(aria-(label|description|roledescription|valuetext)|alt|label|placeholder|title)$/]`;
/** The product's name, and addresses of an example, are the same in each language. */
const words = String.raw`/^(?!\s*Evenstock\s*$)(?!\S+@example)[^]*\p{L}{2}/u`;

/** A screen says nothing that has no Chinese. */
const noTextsOnScreens = [
  `JSXText[value=${words}]`,
  `:matches(JSXElement, JSXFragment) > JSXExpressionContainer > Literal[value=${words}]`,
  `${shownAttributes} > Literal[value=${words}]`,
  `${shownAttributes} > JSXExpressionContainer > Literal[value=${words}]`,
  `${shownAttributes} > JSXExpressionContainer > TemplateLiteral > TemplateElement[value.raw=${words}]`,
].map((selector) => ({
  selector,
  message: 'A text on a screen stands in x.texts.ts, with its Chinese beside it.',
}));

/** The build leaves parts of Ant Design out (web/bundling/left-out.ts): a screen that uses one fails once it is opened. @type {readonly SyntaxBan[]} */
const leftOutParts = [
  'JSXAttribute[name.name="pagination"] > JSXExpressionContainer > :not(Literal[value=false])',
  'JSXOpeningElement[name.name="Table"]:not(:has(> JSXAttribute[name.name="pagination"]))',
  'JSXOpeningElement[name.name="Table"] > JSXAttribute[name.name="virtual"]',
  'JSXMemberExpression[object.name=/^(Input|Dropdown|Badge|Skeleton)$/][property.name=/^(Group|OTP|Search|Button|Ribbon|Avatar|Image|Input|Node)$/]',
].map((selector) => ({
  selector,
  message: 'The build leaves this part of Ant Design out: see web/bundling/left-out.ts.',
}));

/**
 * What files of a kind may not write.
 * @param {Kind} kind
 * @returns {readonly SyntaxBan[]}
 */
export function syntaxOf(kind) {
  if ('module' in kind)
    return [
      ...always,
      ...(kind.holds === 'queries' ? [] : noSentences(forUs)),
      ...oneTransaction,
      ...clockOfContext,
      ...abilitiesOfCaller,
      ...noDaysInUtc,
      ...(kind.holds === 'queries' ? [] : noStatements),
    ];
  if (kind.workspace === 'connectors')
    return [...always, ...noDaysInUtc, ...noSentences([...forUs, vendorsNames])];
  if (kind.workspace === 'web')
    return [...always, ...noDaysInUtc, ...ownDialogs, ...leftOutParts, ...noTextsOnScreens];
  if (kind.workspace !== 'server') return always;
  const said = 'layer' in kind && kind.layer === 'below' ? noSentences(forUs) : [];
  const days = 'layer' in kind && kind.layer.endsWith('test') ? [] : noDaysInUtc;
  return [...always, ...said, ...days, ...oneTransaction];
}

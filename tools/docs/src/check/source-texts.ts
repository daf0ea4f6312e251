import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** What a text in the sources is for. */
export type TextKind = 'log' | 'error' | 'output' | 'help' | 'description' | 'console';

export interface SourceText {
  /** File and line. */
  readonly place: string;
  readonly kind: TextKind;
  readonly text: string;
}

const sources = ['{apps,libs,tools}/*/src/**/*.{ts,tsx}', 'tools/*/*.mjs'];
const notForUsers =
  /\.(?:spec|laws|cases|fixture|migration)\.tsx?$|^(?:apps\/e2e|tools\/lint|libs\/testing|apps\/summarization\/src\/engine)\/|\/(?:node_modules|dist)\//;
/** A file without one of these has no text for users: it is not parsed. */
const hints =
  /\blog(?:ger)?\.|(?:Error|Refused)\(|throw |console\.|\.write\(|\bsay\(|\.(?:argument|option|summary|email|regex|refine)\(|LooksLike|(?:usage|help)\b|describe\(|(?:description|message|begins):/i;

/** Every text for people in the sources of a workspace: logs, errors, what commands print, descriptions, the console. */
export function* sourceTexts(workspace: string): Generator<SourceText> {
  for (const file of globSync(sources, { cwd: workspace }).sort()) {
    const place = file.split(path.sep).join('/');
    if (notForUsers.test(place)) continue;
    const code = readFileSync(path.join(workspace, file), 'utf8');
    yield* textsIn(place, code);
  }
}

/** The texts of one file. A placeholder counts as one word. */
export function* textsIn(place: string, code: string): Generator<SourceText> {
  const isCatalog = place.startsWith('apps/console/src/texts/en/');
  if (!isCatalog && !hints.test(code)) return;
  const file = ts.createSourceFile(place, code, ts.ScriptTarget.Latest, true);
  const found: SourceText[] = [];
  visit(file);
  yield* found;

  function visit(node: ts.Node): void {
    if (isCatalog) {
      if (isText(node)) add('console', node);
    } else if (ts.isCallExpression(node)) {
      const kind = kindOfCall(node.expression);
      if (kind !== undefined) node.arguments.forEach((argument) => add(kind, argument));
    } else if (ts.isNewExpression(node)) {
      if (/(?:Error|Refused)$/.test(node.expression.getText(file)))
        node.arguments?.forEach((argument) => add('error', argument));
    } else if (ts.isThrowStatement(node) && ts.isCallExpression(node.expression)) {
      node.expression.arguments.forEach((argument) => add('error', argument));
    } else if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) {
      const kind = kindOfName(node.name.getText(file));
      if (kind !== undefined && node.initializer !== undefined) add(kind, node.initializer);
    }
    ts.forEachChild(node, visit);
  }

  function add(kind: TextKind, node: ts.Node): void {
    const text = textOf(node);
    if (text?.includes(' ') === true) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      // Help is set in columns: a line that is indented a little is an item, one that is indented further goes on with it.
      const prose = kind === 'help' || kind === 'output' ? text.replaceAll(/\n {1,2}(?=\S)/g, '\n\n') : text;
      found.push({ place: `${place}:${String(line + 1)}`, kind, text: prose });
    } else if (text === undefined && !ts.isFunctionLike(node)) ts.forEachChild(node, (child) => add(kind, child));
  }
}

const kindOfMethod: Readonly<Record<string, TextKind>> = {
  describe: 'description',
  description: 'help',
  argument: 'help',
  option: 'help',
  summary: 'help',
  addHelpText: 'help',
  email: 'error',
  url: 'error',
  regex: 'error',
  refine: 'error',
  min: 'error',
  max: 'error',
};

function kindOfCall(callee: ts.Expression): TextKind | undefined {
  if (/(?:^|\.)say$/.test(callee.getText())) return 'output';
  if (!ts.isPropertyAccessExpression(callee)) return callee.getText() === 'LooksLike' ? 'error' : undefined;
  const [of, method] = [callee.expression.getText(), callee.name.text];
  if (/log(?:ger)?$/i.test(of) && /^(?:trace|debug|info|warn|error|fatal|log)$/.test(method)) return 'log';
  if (of === 'console' || (/std(?:out|err)$/.test(of) && method === 'write')) return 'output';
  return kindOfMethod[method];
}

function kindOfName(name: string): TextKind | undefined {
  if (/(?:usage|help)$/i.test(name)) return 'help';
  if (name === 'message') return 'error';
  if (name === 'begins' || name === 'ends') return 'log';
  return name === 'description' ? 'description' : undefined;
}

const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** A literal, or literals put together; undefined for anything else. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => `X${literal.text}`)].join('');
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === undefined && right === undefined ? undefined : `${left ?? 'X'}${right ?? 'X'}`;
  }
  return undefined;
}

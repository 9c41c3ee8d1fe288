import ts from 'typescript';

/** The functions that run raw statements with declared columns (`src/database/prepared-query.ts`). */
const declaring = new Set(['prepareStatement', 'declareStatement', 'queryRows']);

export interface SqlCallSites {
  /** The lines that declare a statement's columns, from 1. */
  declared: number[];
  /** Uses of raw SQL whose rows are not declared, each as a message. */
  undeclared: string[];
}

/**
 * Finds raw SQL in a source file. A type argument of `execute`, `query` or `sql` would be a claim that
 * nothing checks. The pool's own `query` returns rows of any type.
 */
export function findSqlCallSites(file: string, code: string): SqlCallSites {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const sites: SqlCallSites = { declared: [], undeclared: [] };
  const line = (node: ts.Node) =>
    source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const refuse = (node: ts.Node, reason: string) =>
    sites.undeclared.push(`${file}:${line(node)}: ${reason}`);

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node)) {
      const name = calledName(node);
      const target = node.expression.getText(source);
      if (ts.isIdentifier(node.expression) && declaring.has(name)) sites.declared.push(line(node));
      else if (name === 'execute' && node.typeArguments)
        refuse(node, `the rows of 'execute' are not declared: use 'queryRows'`);
      else if (target.endsWith('$client.query'))
        refuse(node, `the rows of '$client.query' are not declared: use 'declareStatement'`);
    }
    if (ts.isTaggedTemplateExpression(node) && node.typeArguments && node.tag.getText() === 'sql')
      refuse(node, `the type of 'sql' is not checked: use 'typedSql'`);
    ts.forEachChild(node, visit);
  }
  visit(source);
  return sites;
}

function calledName({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
}

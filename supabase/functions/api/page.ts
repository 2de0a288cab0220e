const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
details { border: 1px solid color-mix(in srgb, currentcolor 25%, transparent); border-radius: 8px; margin: .5rem 0; padding: .5rem .75rem; }
summary { cursor: pointer; }
code, pre { font: 14px/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 600; }
`;

function escape(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The property as an object, whatever it is. */
function child(parent: unknown, name: string): Record<string, unknown> {
  const value: unknown = Reflect.get(Object(parent), name);
  return Object(value);
}

function text(parent: unknown, name: string): string {
  const value: unknown = Reflect.get(Object(parent), name);
  return typeof value === 'string' ? value : '';
}

function schemaBlock(title: string, content: Record<string, unknown>): string {
  const schema = child(child(content, 'application/json'), 'schema');
  return `<h4>${escape(title)}</h4><pre><code>${escape(JSON.stringify(schema, null, 2))}</code></pre>`;
}

function operationBlock(path: string, method: string, operation: unknown): string {
  const body = child(child(operation, 'requestBody'), 'content');
  const responses = child(operation, 'responses');
  const [success = '200'] = Object.keys(responses).filter((status) => status.startsWith('2'));
  const refusals = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, answer]) => `<li>${status} ${escape(text(answer, 'description'))}</li>`)
    .join('');
  const description = text(operation, 'description');
  return `<details><summary><span class="method">${method.toUpperCase()}</span> <code>/api${escape(path)}</code> ${escape(text(operation, 'summary'))}</summary>
${description && `<p>${escape(description)}</p>`}
${Object.keys(body).length > 0 ? schemaBlock('Body', body) : ''}
${schemaBlock(`Answer ${success}`, child(child(responses, success), 'content'))}
<h4>Refusals</h4><ul>${refusals}</ul>
</details>`;
}

/** The OpenAPI document as one page without scripts and without anything from elsewhere. */
export function renderPage(document: Record<string, unknown>): string {
  const sections = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(child(document, 'paths'))) {
    for (const [method, operation] of Object.entries(Object(operations))) {
      const tags: unknown = Reflect.get(Object(operation), 'tags');
      const tag = Array.isArray(tags) ? String(tags[0]) : 'other';
      const block = operationBlock(path, method, operation);
      sections.set(tag, [...(sections.get(tag) ?? []), block]);
    }
  }
  const info = child(document, 'info');
  const body = [...sections].map(([tag, blocks]) => `<h2>${escape(tag)}</h2>${blocks.join('\n')}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(text(info, 'title'))} API</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escape(text(info, 'title'))} API</h1>
<p>${escape(text(info, 'description'))} Refusals are <code>{ "message", "code" }</code>.</p>
<p>The same as a document for programs: <a href="openapi.json">openapi.json</a></p>
${body.join('\n')}
</body>
</html>
`;
}

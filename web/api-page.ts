import type { Plugin } from 'vite';

/** Served at /api/docs. */
const FILE = 'api/docs.html';

type Functions = { apiDocument(): Record<string, unknown> };

/** Loaded by Node when it is wanted: what Deno runs is not for this project's compiler. */
async function apiDocument(): Promise<Record<string, unknown>> {
  const { href } = new URL('../supabase/functions/api/routes/all.ts', import.meta.url);
  const functions: Functions = await import(href);
  return functions.apiDocument();
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#dfe3ea, #343a46); --soft: light-dark(#5b6472, #a3adbd);
  --raised: light-dark(#fff, #1c2029); --GET: light-dark(#1d4ed8, #8ab4ff); --POST: light-dark(#15803d, #6fd58f);
  --PATCH: light-dark(#a14a06, #f0b06a); --DELETE: light-dark(#b91c1c, #ff9b93); }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 0 auto; padding: 2rem 1rem 4rem;
  background: light-dark(#f5f6f8, #12151b); color: light-dark(#171a20, #e9ecf1); }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.1rem; margin: 2.25rem 0 .5rem; text-transform: capitalize; }
h3 { font-size: .9rem; margin: 1rem 0 .25rem; }
a { color: var(--GET); }
.intro { color: var(--soft); max-width: 42rem; }
details { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; margin: .4rem 0; }
summary { cursor: pointer; display: grid; grid-template-columns: 4.5rem minmax(0, 22rem) 1fr; gap: 0 .5rem;
  align-items: baseline; padding: .55rem .8rem; border-radius: 8px; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:focus-visible { outline: 2px solid var(--GET); outline-offset: 2px; }
details[open] summary { border-bottom: 1px solid var(--line); border-radius: 8px 8px 0 0; }
summary span { color: var(--soft); }
summary b { font-size: .8rem; letter-spacing: .03em; }
.GET b { color: var(--GET); } .POST b { color: var(--POST); }
.PATCH b { color: var(--PATCH); } .DELETE b { color: var(--DELETE); }
section { padding: 0 .9rem .9rem; }
code, pre { font: 13.5px/1.5 ui-monospace, monospace; }
summary code { overflow-wrap: anywhere; }
pre { overflow-x: auto; margin: 0; padding: .6rem .75rem; border: 1px solid var(--line); border-radius: 6px; max-height: 24rem; }
ul { margin: 0; padding-left: 1.1rem; }
@media (max-width: 40rem) { summary { grid-template-columns: 4.5rem 1fr; } summary span { grid-column: 2; } }
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
  const [mediaType = 'application/json'] = Object.keys(content);
  const schema = child(child(content, mediaType), 'schema');
  return `<h3>${escape(title)}</h3><pre tabindex="0"><code>${escape(JSON.stringify(schema, null, 2))}</code></pre>`;
}

/** The parameters behind the question mark, each with what it may be. */
function queryBlock(operation: unknown): string {
  const parameters: unknown[] = Object.values(child(operation, 'parameters'));
  const listed = parameters
    .filter((one) => text(one, 'in') === 'query')
    .map((one) => {
      const schema = JSON.stringify(child(one, 'schema'));
      return `<li><code>${escape(text(one, 'name'))}</code> <code>${escape(schema)}</code></li>`;
    })
    .join('');
  return listed && `<h3>Query</h3><ul>${listed}</ul>`;
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
  const verb = method.toUpperCase();
  return `<details class="${verb}"><summary><b>${verb}</b> <code>/api${escape(path)}</code> <span>${escape(text(operation, 'summary'))}</span></summary>
<section>
${description && `<p>${escape(description)}</p>`}
${queryBlock(operation)}
${Object.keys(body).length > 0 ? schemaBlock('Body', body) : ''}
${schemaBlock(`Answer ${success}`, child(child(responses, success), 'content'))}
<h3>Refusals</h3><ul>${refusals}</ul>
</section>
</details>`;
}

/** The OpenAPI document as one page without scripts and without anything from elsewhere. */
function renderPage(document: Record<string, unknown>): string {
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
<main>
<h1>${escape(text(info, 'title'))} API</h1>
<p class="intro">${escape(text(info, 'description'))} Refusals are <code>{ "message", "code" }</code>.</p>
<p class="intro">The same as a document for programs: <a href="openapi.json">openapi.json</a></p>
${body.join('\n')}
</main>
</body>
</html>
`;
}

/**
 * Writes the page of the API beside the web app: hosted Supabase answers HTML of functions as plain
 * text. It is made from the routes, as /api/openapi.json is.
 */
export function apiPage(): Plugin {
  return {
    name: 'almanac-api-page',
    apply: 'build',
    async generateBundle() {
      const source = renderPage(await apiDocument());
      this.emitFile({ type: 'asset', fileName: FILE, source });
    },
  };
}

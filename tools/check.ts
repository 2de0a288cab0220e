import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { buffer } from 'node:stream/consumers';

// node tools/check.ts SCRIPT …
// Runs scripts of package.json side by side, as many as there are processors and in the order given,
// prints what each has to say when it ends, and at last which failed. Fails if one of them does.

const scripts = process.argv.slice(2);
const failed: string[] = [];

async function check(script: string): Promise<void> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--run', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, ...said] = await Promise.all([ended, buffer(child.stdout), buffer(child.stderr)]);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'passed' : 'FAILED'}: ${script}, ${seconds} s`);
  for (const text of said) process.stdout.write(text);
  if (code !== 0) failed.push(script);
}

async function lane(): Promise<void> {
  for (let script = scripts.shift(); script; script = scripts.shift()) await check(script);
}

await Promise.all(Array.from({ length: availableParallelism() }, lane));

console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

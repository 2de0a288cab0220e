import { readFile, readdir } from 'node:fs/promises';

/** The fields of /proc/PID/stat after the program's name, or none if there is no such process. */
export async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The ids of a process and of everything it started, parents first. Reads Linux' /proc. */
export async function processTree(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [, parent] = await statOf(Number(name));
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const found = [pid];
  for (const member of found)
    for (const [child, parent] of parents) if (parent === member) found.push(child);
  return found;
}

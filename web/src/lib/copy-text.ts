import { toast, toastError } from './toast.ts';

/** The way of pages that are not served over https, where `navigator.clipboard` does not exist. */
function copyByCommand(text: string): boolean {
  let isTaken = false;
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isTaken = true;
  };
  document.addEventListener('copy', give, { capture: true, once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', give, { capture: true });
  return isTaken;
}

/** Puts a text on the clipboard and says so, or what to do where the browser does not let us. */
export async function copyText(text: string): Promise<void> {
  try {
    if ('clipboard' in navigator) await navigator.clipboard.writeText(text);
    else if (!copyByCommand(text)) throw new Error('The browser took nothing.');
    toast({ title: 'Copied' });
  } catch (error) {
    console.warn('The browser does not let us copy.', error);
    toastError('It could not be copied. Select the text and copy it yourself.');
  }
}

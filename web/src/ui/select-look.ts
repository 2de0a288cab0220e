import { controlLook } from './input.tsx';

/** The closed Select, also worn by what stands in for it until its code is there. */
export const selectLook =
  'flex items-center justify-between gap-2 text-left transition-colors [&>span]:truncate';

/** Around icon and label, in a line that can be cut off with an ellipsis. */
export const optionLook = '[&>*]:mr-2 [&>*]:inline-block [&>*]:align-middle';

export const selectLooks = {
  field: `${controlLook} h-10 px-3 md:h-9`,
  /** On the coloured top bar. */
  bar: 'h-10 rounded-base bg-black/20 px-3 text-sm font-medium text-white hover:bg-black/30 md:h-9',
  /** In place of a heading. */
  heading: 'h-9 rounded-base px-2 text-base font-semibold text-ink hover:bg-hover',
};

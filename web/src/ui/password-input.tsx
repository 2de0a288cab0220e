import { useState, type ComponentProps } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';

type Props = ComponentProps<'input'> & {
  /** What is in it need not be hidden, until somebody wants it to be. */
  isShownAtFirst?: boolean;
};

/** A password field that can show what was typed. */
export function PasswordInput({ isShownAtFirst = false, ...props }: Props) {
  const [isShown, setIsShown] = useState(isShownAtFirst);
  return (
    <div className="relative">
      <Input {...props} type={isShown ? 'text' : 'password'} className="pr-10" />
      <IconButton
        label={isShown ? 'Hide what is typed' : 'Show what is typed'}
        size="sm"
        className="absolute inset-y-0 right-1 my-auto"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </div>
  );
}

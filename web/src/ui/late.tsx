import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { latePart, MissingPart } from '../lib/late-part.ts';

type BoundaryProps = { missing: ReactNode; onMissing: () => void; children: ReactNode };

/** Takes the place of a part that did not come; every other error passes through. */
class MissingBoundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error) {
    if (error instanceof MissingPart) this.props.onMissing();
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (error instanceof MissingPart) return this.props.missing;
    throw error;
  }
}

function Nothing() {
  return null;
}

type Options<Props> = {
  /** In its place until it is there. */
  Waiting?: ComponentType<Props>;
  /** In its place when it did not come; what waited, if not given. */
  Missing?: ComponentType<{ retry: () => void }>;
  /** For a window: its owner has to know that it is not open. */
  onMissing?: (props: Props) => void;
};

/**
 * A component whose code is fetched when it is first drawn. If that fails, for want of a network or
 * because the server has a newer version, what is around it stays as it is, the person is told, and
 * the next time it is mounted it is tried again.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting = Nothing, Missing, onMissing }: Options<Props> = {},
): ComponentType<Props> {
  const begin = () => lazy(async () => ({ default: await latePart(load) }));
  let Part = begin();
  return function Late(props: Props) {
    const [attempt, setAttempt] = useState(0);
    const waiting = <Waiting {...props} />;
    const retry = () => setAttempt((before) => before + 1);
    return (
      <MissingBoundary
        key={attempt}
        missing={Missing ? <Missing retry={retry} /> : waiting}
        onMissing={() => {
          // React keeps the failure of a lazy component for ever.
          Part = begin();
          onMissing?.(props);
        }}
      >
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </MissingBoundary>
    );
  };
}

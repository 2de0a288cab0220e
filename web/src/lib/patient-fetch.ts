/** Milliseconds after which a request that is not answered is given up. */
const PATIENCE = 20_000;

/**
 * `fetch` that gives up: a connection may be dead without saying so, and whoever waits for its answer
 * holds up everybody behind. Not what functions do, which may take longer and are asked for by a
 * person who sees it.
 */
export function patientFetch(
  patience: number = PATIENCE,
  send: typeof fetch = (input, init) => fetch(input, init),
): typeof fetch {
  return (input, init = {}) => {
    if (String(input instanceof Request ? input.url : input).includes('/functions/v1/')) {
      return send(input, init);
    }
    const patient = AbortSignal.timeout(patience);
    const signal = init.signal ? AbortSignal.any([init.signal, patient]) : patient;
    return send(input, { ...init, signal });
  };
}

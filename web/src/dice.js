// The throw of games without a server: the browser's own randomness, without a lean towards any outcome. Works on plain http.

// One of so many equally likely outcomes, from 1. Bytes above the last whole multiple are thrown away, or the first
// outcomes would come up more often.
export function toss(outcomes) {
  const byte = new Uint8Array(1), end = 256 - 256 % outcomes;
  do crypto.getRandomValues(byte); while (byte[0] >= end);
  return byte[0] % outcomes + 1;
}

// For a computer player that tosses a coin between equal moves.
export const noise = () => crypto.getRandomValues(new Uint32Array(1))[0];

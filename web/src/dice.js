// The die of games without a server: the browser's own randomness, without a lean towards any face. Works on plain http.

// 252 = 42 × 6: bytes above it are thrown away, or 1 to 4 would come up more often.
export function rollDie() {
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte); while (byte[0] >= 252);
  return byte[0] % 6 + 1;
}

// For a computer player that tosses a coin between equal moves.
export const noise = () => crypto.getRandomValues(new Uint32Array(1))[0];

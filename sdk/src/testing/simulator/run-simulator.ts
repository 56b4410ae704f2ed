/**
 * Prints how to use a simulator, and closes it when the process is asked to end: the last lines of a
 * `simulator/main.ts`.
 */
export function runSimulator(simulator: { close(): Promise<void> }, howTo: string): void {
  process.stdout.write(howTo)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void simulator.close().then(() => process.exit(0)))
}

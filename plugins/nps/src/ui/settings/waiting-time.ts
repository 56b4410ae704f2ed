const units = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const

/** Minutes in the largest unit that holds them without a rest: "1 day", "2 hours", "90 minutes". */
export function waitingTime(minutes: number, language: string): string {
  const [unit, length] = units.find(([, length]) => minutes % length === 0)!
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / length)
}

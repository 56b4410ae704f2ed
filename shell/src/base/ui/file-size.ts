/** Rounded to what matters: `0,4 MB`, `12 kB`. */
export function fileSize(bytes: number, locale = navigator.language): string {
  const [value, unit] =
    bytes >= 1_000_000
      ? ([bytes / 1_000_000, 'megabyte'] as const)
      : ([Math.max(bytes > 0 ? 1 : 0, bytes / 1_000), 'kilobyte'] as const)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && unit === 'megabyte' ? 1 : 0,
  }).format(value)
}

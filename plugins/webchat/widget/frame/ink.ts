const channel = (hex: string, at: number): number => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** Black or white: whichever reads better on a colour, by WCAG's relative luminance. */
export function inkOn(hex: string): '#000000' | '#ffffff' {
  const luminance = 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)
  return (luminance + 0.05) ** 2 > 1.05 * 0.05 ? '#000000' : '#ffffff'
}

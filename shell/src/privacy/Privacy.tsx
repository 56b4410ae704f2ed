export function Privacy() {
  return null
}

export function Hours() {
  return null
}

export function Globals() {
  return null
}

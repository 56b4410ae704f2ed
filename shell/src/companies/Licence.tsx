export function Licence() {
  return null
}

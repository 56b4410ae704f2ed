export function LicenceSettings() {
  return null
}

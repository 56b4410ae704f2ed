export function GeneralSettings() {
  return null
}

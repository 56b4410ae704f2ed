/**
 * Why this Node cannot build and test a plugin; undefined when it can. npm only warns, and what breaks then does not
 * say why.
 * @param required as a package names it: `>=22.12`
 */
export function nodeComplaint(running: string, required: string | undefined): string | undefined {
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(required ?? '') ?? []
  if (major === undefined) return undefined
  const [runningMajor = 0, runningMinor = 0] = running.split('.').map(Number)
  const isEnough = runningMajor > Number(major) || (runningMajor === Number(major) && runningMinor >= Number(minor))
  return isEnough
    ? undefined
    : `A plugin is built and tested with Node ${major}.${minor} or newer, and this is ${running}.`
}

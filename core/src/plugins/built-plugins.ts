/**
 * Built server sides by the folders of their plugins, for a server that was built. Empty where Node runs the sources:
 * scripts/build-server.mjs puts its own list in the place of this module.
 */
export const builtPlugins: ReadonlyMap<string, string> = new Map()

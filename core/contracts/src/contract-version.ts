/**
 * The contract's own version. A plugin's `host` range is checked against it before anything of the plugin is loaded.
 */
export const contractVersion = '1.29.0'

/** Directus imports the default export, and uses it only when a flow runs a script. */
export default {};

// When the install script of the npm package `node` did not run, npm scripts run on the system's Node.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(`Guildhall runs on Node 24, this is ${process.version}. Run: npm rebuild`);
  process.exit(1);
}

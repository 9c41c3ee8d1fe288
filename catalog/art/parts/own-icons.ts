// Three faces in one style, in a square of 512 like the icons. The package has no friendly face.
// Each is a disc with the features cut out.
const disc = 'M256 24a232 232 0 1 0 0 464a232 232 0 1 0 0-464z';
const face = (features: string) => `<path fill-rule="evenodd" d="${disc}${features}"/>`;

/** Our own icons, by name. */
export const ownIcons: Readonly<Record<string, string>> = {
  'smiling-face': face(
    'M176 160a32 40 0 1 0 0 80a32 40 0 1 0 0-80zM336 160a32 40 0 1 0 0 80a32 40 0 1 0 0-80z' +
      'M126 292c8-10 22-11 31-2c54 56 144 56 198 0c9-9 23-8 31 2c7 9 6 21-2 30c-71 73-185 73-256 0c-8-9-9-21-2-30z',
  ),
  'laughing-face': face(
    'M112 216c14-64 86-64 100 0c3 14-14 22-24 10c-14-17-38-17-52 0c-10 12-27 4-24-10z' +
      'M300 216c14-64 86-64 100 0c3 14-14 22-24 10c-14-17-38-17-52 0c-10 12-27 4-24-10z' +
      'M130 280h252c12 0 20 10 18 22c-12 76-70 126-144 126s-132-50-144-126c-2-12 6-22 18-22z',
  ),
  'bored-face': face(
    'M104 192h116v26h-12a40 40 0 0 1-80 0h-24zM292 192h116v26h-24a40 40 0 0 1-80 0h-12z' +
      'M168 344h176a18 18 0 0 1 0 36h-176a18 18 0 0 1 0-36z',
  ),
};

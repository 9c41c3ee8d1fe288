import type { Palette } from './colour-palettes.ts';
import { linear, n, radial } from './svg-elements.ts';

/** The gradients that `hallBody` uses. */
export function hallDefs(ember: Palette, night: Palette): string {
  return (
    linear('hw', [
      [0, ember.glow],
      [0.45, ember.light],
      [1, ember.pale],
    ]) +
    linear('hr', [
      [0, night.mid],
      [0.5, night.deep],
      [1, night.ink],
    ]) +
    linear('hb', [
      [0, night.ink],
      [1, night.deep],
    ]) +
    radial('hg', 0, 0, 360, [
      [0, ember.light, 0.6],
      [0.35, ember.glow, 0.25],
      [1, ember.glow, 0],
    ]) +
    linear('hp', [
      [0, ember.light, 0.65],
      [1, ember.glow, 0],
    ])
  );
}

/** The hall of the guild: a large gable between two towers with lit windows, standing at (x, y). */
export function hallBody(x: number, y: number, ember: Palette, night: Palette): string {
  const wall = (d: string) => `<path d="${d}" fill="url(#hb)"/>`;
  const roof = (d: string, edge: string) =>
    `<path d="${d}" fill="url(#hr)"/>` +
    `<path d="${edge}" fill="none" stroke="${ember.light}" stroke-width="3" stroke-linecap="round" opacity=".75"/>`;
  const lit = (d: string) => `<path d="${d}" fill="url(#hw)"/>`;
  const bars = (d: string) =>
    `<path d="${d}" fill="none" stroke="${night.ink}" stroke-width="3.5"/>`;

  const wings =
    wall('M-420 10V-96H420V10Z') +
    roof('M-444-92L-408-164H408L444-92Z', 'M-444-92L-408-164H-300M444-92L408-164H300') +
    lit(wingWindows.map((at) => arch(at, -22, 24, 52)).join('')) +
    bars(wingWindows.map((at) => `M${at}-84V-22M${at - 12}-46h24`).join(''));
  const towers = [-236, 236]
    .map(
      (at) =>
        wall(`M${at - 44} 10V-262H${at + 44}V10Z`) +
        roof(
          `M${at - 62}-256L${at}-424L${at + 62}-256Z`,
          `M${at - 62}-256L${at}-424L${at + 62}-256`,
        ) +
        lit(arch(at, -176, 28, 62)) +
        bars(`M${at}-246V-176M${at - 14}-206h28`),
    )
    .join('');
  const gable =
    wall('M-150 10V-176L0-352L150-176V10Z') +
    roof('M0-398L196-158L168-140L0-344L-168-140L-196-158Z', 'M-196-158L0-398L196-158') +
    `<circle cx="0" cy="-214" r="46" fill="url(#hw)"/>` +
    bars(rose) +
    lit([-112, 112].map((at) => arch(at, -44, 28, 74)).join('')) +
    bars([-112, 112].map((at) => `M${at}-126V-44M${at - 14}-78h28`).join('')) +
    `<path d="${arch(0, 10, 112, 142)}" fill="${night.ink}"/>` +
    lit(arch(0, 10, 88, 124)) +
    bars('M0-140V10M-44-46H44');
  const spire =
    roof('M-16-388L0-486L16-388Z', 'M-16-388L0-486L16-388') +
    `<path d="M0-484V-548" stroke="${night.ink}" stroke-width="4"/>` +
    `<path d="M2-546Q24-556 40-544T78-540L66-526L78-510Q58-508 40-516T2-516Z" fill="${ember.glow}"/>`;

  return (
    `<g transform="translate(${n(x)} ${n(y)})">${wings}${towers}${spire}${gable}` +
    '<path d="M-360-420H360V300H-360Z" fill="url(#hg)" transform="translate(0 -60)"/>' +
    '<path d="M-44 10H44L210 110H-210Z" fill="url(#hp)"/></g>'
  );
}

const wingWindows = [-388, -344, -300, -182, 182, 300, 344, 388];

// The bars of the round window.
const rose = [0, 45, 90, 135]
  .map((angle) => {
    const [dx, dy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    return `M${n(-46 * dx)} ${n(-214 - 46 * dy)}L${n(46 * dx)} ${n(-214 + 46 * dy)}`;
  })
  .join('')
  .concat('M-20-214a20 20 0 1 0 40 0a20 20 0 1 0-40 0M-46-214a46 46 0 1 0 92 0a46 46 0 1 0-92 0');

/** An arched window or gate, given by the middle of its lower edge, its width and its height. */
function arch(x: number, foot: number, width: number, height: number): string {
  const r = width / 2;
  return (
    `M${n(x - r)} ${n(foot)}V${n(foot - height + r)}` +
    `Q${n(x - r)} ${n(foot - height - r * 0.1)} ${n(x)} ${n(foot - height - r * 0.5)}` +
    `Q${n(x + r)} ${n(foot - height - r * 0.1)} ${n(x + r)} ${n(foot - height + r)}V${n(foot)}Z`
  );
}

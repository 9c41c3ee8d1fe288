import type { Rarity } from '#shared/constants/rarity.ts';

const durationMs = 2_000;

/** The number of sparks, how fast they start and how large they are. */
const bursts: Record<Exclude<Rarity, 'common'>, { count: number; speed: number; size: number }> = {
  uncommon: { count: 28, speed: 210, size: 9 },
  rare: { count: 60, speed: 270, size: 10 },
  epic: { count: 130, speed: 340, size: 12 },
  legendary: { count: 260, speed: 430, size: 14 },
};

interface Particle {
  x: number;
  y: number;
  /** Pixels per second. */
  vx: number;
  vy: number;
  size: number;
  /** Milliseconds. */
  bornAt: number;
  lifeMs: number;
  /** How often it twinkles in a second. */
  twinkle: number;
  isStar: boolean;
}

/**
 * Draws sparks that fly away from the card in the middle of the canvas, in the colour of its light. The
 * animation ends after two seconds or when the tab is hidden, and then calls `onDone`. Returns a function that
 * stops it.
 */
export function runParticles(
  canvas: HTMLCanvasElement,
  rarity: keyof typeof bursts,
  onDone: () => void,
): () => void {
  const context = canvas.getContext('2d');
  const place = canvas.getBoundingClientRect();
  const { width, height } = place;
  const pull = canvas.parentElement?.querySelector('.pull');
  let frame = 0;
  let start: number | null = null;
  let last = 0;

  function stop() {
    cancelAnimationFrame(frame);
    document.removeEventListener('visibilitychange', onVisibility);
  }
  function finish() {
    stop();
    onDone();
  }
  function onVisibility() {
    if (document.hidden) finish();
  }
  if (!context || !pull || document.hidden) {
    onDone();
    return stop;
  }
  document.addEventListener('visibilitychange', onVisibility);

  const scale = Math.min(2, devicePixelRatio);
  canvas.width = width * scale;
  canvas.height = height * scale;
  context.scale(scale, scale);
  context.globalCompositeOperation = 'lighter';
  const spark = drawSpark(getComputedStyle(pull).color);
  const card = pull.getBoundingClientRect();
  const particles = createBurst(rarity, {
    x: card.left - place.left + card.width / 2,
    y: card.top - place.top + card.height / 2,
    width: card.width,
    height: card.height,
  });

  function step(now: number) {
    start ??= now;
    const age = now - start;
    const seconds = Math.min(0.05, (now - (last || now)) / 1_000);
    last = now;
    if (age >= durationMs) {
      finish();
      return;
    }
    context?.clearRect(0, 0, width, height);
    for (const particle of particles) {
      move(particle, seconds, age);
      if (context) draw(context, spark, particle, age);
    }
    frame = requestAnimationFrame(step);
  }
  frame = requestAnimationFrame(step);
  return stop;
}

/** Creates sparks that start along the outline of the card and fly away from its middle, at random speeds. */
function createBurst(
  rarity: keyof typeof bursts,
  card: { x: number; y: number; width: number; height: number },
): Particle[] {
  const { count, speed, size } = bursts[rarity];
  return Array.from({ length: count }, () => {
    const angle = Math.random() * 2 * Math.PI;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const distance =
      0.45 *
      Math.min(
        card.width / Math.max(1e-6, Math.abs(cos)),
        card.height / Math.max(1e-6, Math.abs(sin)),
      );
    const pace = speed * (0.25 + Math.random() ** 1.6);
    const bornAt = Math.random() ** 2 * 450;
    return {
      x: card.x + cos * distance,
      y: card.y + sin * distance,
      vx: cos * pace,
      vy: sin * pace - 40,
      size: size * (0.35 + Math.random() ** 2 * 1.3),
      bornAt,
      lifeMs: Math.min(durationMs - bornAt, 700 + Math.random() * 1_200),
      twinkle: 2 + Math.random() * 5,
      isStar: Math.random() < 0.22,
    };
  });
}

function move(particle: Particle, seconds: number, age: number): void {
  if (age < particle.bornAt) return;
  const drag = Math.exp(-2.1 * seconds);
  particle.vx *= drag;
  particle.vy = particle.vy * drag + 55 * seconds;
  particle.x += particle.vx * seconds;
  particle.y += particle.vy * seconds;
}

function draw(
  context: CanvasRenderingContext2D,
  spark: HTMLCanvasElement,
  { x, y, size, bornAt, lifeMs, twinkle, isStar }: Particle,
  age: number,
): void {
  const life = (age - bornAt) / lifeMs;
  if (life < 0 || life >= 1) return;
  const shine = 0.7 + 0.3 * Math.sin(age * 0.006283 * twinkle);
  context.globalAlpha = Math.min(1, life * 8) * (1 - life) ** 1.2 * shine;
  const radius = size * (1 - 0.5 * life);
  context.drawImage(spark, x - radius, y - radius, radius * 2, radius * 2);
  if (!isStar) return;
  // Two thin rays make a spark a star.
  const ray = radius * 2.6;
  context.drawImage(spark, x - ray, y - radius * 0.16, ray * 2, radius * 0.32);
  context.drawImage(spark, x - radius * 0.16, y - ray, radius * 0.32, ray * 2);
}

/** Draws one spark once: a soft disc of the colour with a bright middle. */
function drawSpark(color: string): HTMLCanvasElement {
  const spark = document.createElement('canvas');
  const size = 64;
  spark.width = size;
  spark.height = size;
  const context = spark.getContext('2d');
  if (!context) return spark;
  const half = size / 2;
  const soft = context.createRadialGradient(half, half, 0, half, half, half);
  for (const [stop, alpha] of [
    [0, 1],
    [0.18, 0.85],
    [0.45, 0.22],
    [1, 0],
  ] as const) {
    soft.addColorStop(stop, `rgb(255 255 255 / ${alpha})`);
  }
  context.fillStyle = soft;
  context.fillRect(0, 0, size, size);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = color;
  context.fillRect(0, 0, size, size);
  context.globalCompositeOperation = 'lighter';
  context.globalAlpha = 0.8;
  context.drawImage(spark, half * 0.7, half * 0.7, half * 0.6, half * 0.6);
  return spark;
}

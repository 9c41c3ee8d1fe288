import Bowser from 'bowser';

export interface Device {
  /** Such as 'Firefox on Windows'. */
  name: string;
  isPhone: boolean;
}

const nameMax = 40;

/** Describes the browser of a session by its User-Agent header, which the browser chooses freely. */
export function describeDevice(userAgent: string | null): Device {
  if (!userAgent?.trim()) return { name: 'Unknown browser', isPhone: false };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const browserName = browser.name?.trim().slice(0, nameMax) || 'Unknown browser';
  const system = os.name?.trim().slice(0, nameMax);
  return {
    name: system ? `${browserName} on ${system}` : browserName,
    isPhone: platform.type === 'mobile' || platform.type === 'tablet',
  };
}

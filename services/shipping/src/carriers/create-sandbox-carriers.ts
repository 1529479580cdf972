import { type CarrierRegistry, createCarrierRegistry } from './carrier-registry';
import { fedexDeclaration } from './fedex/fedex-declaration';
import { createSandboxCarrier, type SandboxDependencies } from './sandbox/sandbox-carrier';
import { upsDeclaration } from './ups/ups-declaration';
import { uspsDeclaration } from './usps/usps-declaration';

export const sandboxDeclarations = [uspsDeclaration, upsDeclaration, fedexDeclaration] as const;

/** The default carriers: nothing leaves the machine, nothing costs money. */
export const createSandboxCarriers = (dependencies: SandboxDependencies): CarrierRegistry =>
  createCarrierRegistry(
    sandboxDeclarations.map((declaration) => createSandboxCarrier(declaration, dependencies)),
  );

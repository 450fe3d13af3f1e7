-- What of a certificate the customer has stated (ISO/IEC 17025, 7.8.2.1 p). Of what has been recorded before, nothing was marked.

ALTER TABLE calibrations
  ADD COLUMN customer_data jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT calibrations_customer_data CHECK (customer_data <@ '["item", "condition", "specification"]');
